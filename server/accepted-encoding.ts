import type { IncomingMessage } from "node:http";

const patterns = { br: /(^|[\s,])br\s*(,|$)/, gzip: /(^|[\s,])gzip\s*(,|$)/ };

/** Whether a client takes bodies in this encoding; not when it gives the encoding a weight. */
export const accepts = (
  encoding: keyof typeof patterns,
  { headers }: Pick<IncomingMessage, "headers">,
): boolean => patterns[encoding].test(String(headers["accept-encoding"] ?? ""));
