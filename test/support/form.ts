/** Fields and file of a multipart/form-data body, as Node's own parser reads it. */
export async function readForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  // Discouraged for servers, which should not read a body whole; a test may.
  const body: { formData(): Promise<FormData> } = new Response(bytes, {
    headers: { 'content-type': contentType },
  });
  return body.formData();
}
