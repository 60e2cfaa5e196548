/** The methods that a path can have in OpenAPI, as it writes them. */
export const PATH_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
