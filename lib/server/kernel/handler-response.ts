/**
 * Response of a route handler: `body`, sent as JSON, or `bytes`, whose type is in `headers`; neither for an empty
 * response.
 */
export interface HandlerResponse {
  status: number;
  body?: unknown;
  bytes?: Uint8Array;
  headers?: Readonly<Record<string, string>>;
}
