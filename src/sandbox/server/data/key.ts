/**
 * The API key of every Local Sandbox. It is public and opens nothing but a server on this machine's own
 * loopback, so it is written in words: neither a person nor a secret scanner takes it for a secret.
 */
export const LOCAL_SANDBOX_KEY = 'local-sandbox-not-a-secret';
