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

/** The target of a change that sets `fields`: `5a1e (enabled: false)`; the id alone when it sets none. */
export function targetOfChange(id: string, fields: object): string {
  const set = fieldsSet(fields);
  return set === "" ? id : `${id} (${set})`;
}

/** The fields of `after` with another value than in `before`. */
export function changedFields(before: object, after: object): object {
  const former = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(former.get(name)),
    ),
  );
}
