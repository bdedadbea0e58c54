/** Response of a route handler; `body` is sent as JSON and left out for an empty response. */
export interface HandlerResponse {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}
