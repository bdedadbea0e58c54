/** CSP sources that may embed our pages: whatever is served on this machine. */
export const loopbackOrigins = [
  "http://127.0.0.1:*",
  "http://localhost:*",
  "https://127.0.0.1:*",
  "https://localhost:*",
] as const;
