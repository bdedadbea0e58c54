// What a change sets, in one line for the audit. Pure.
import { redact } from "../kernel/redact.ts";

const maxChars = 300;

/** The fields of a request's body as they are set: `size: 5, proxy_id: px1`. Without credentials, and cut at the end. */
export const fieldsSet = (body: object): string =>
  redact(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
      .join(", "),
  ).slice(0, maxChars);
