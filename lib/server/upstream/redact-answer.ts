// Redacts an upstream body for the browser and the store: signed addresses and fields named like credentials are removed,
// secrets within texts are replaced, everything else stays exactly as received. Works on plain JSON, so that items outside
// the contract are redacted too.
import { redactJson, type ValueRedaction } from "../kernel/redact.ts";

const leftOut = () => undefined;

/** The names of an object's fields, with hidden values. */
function namesOnly(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).filter(
    (name) => !["__proto__", "constructor", "prototype"].includes(name),
  );
  return names.length === 0 ? value : Object.fromEntries(names.map((name) => [name, "[hidden]"]));
}

const redaction: ValueRedaction = {
  fields: "remove",
  special: new Map<string, (value: unknown) => unknown>([
    ["cdp_ws_url", leftOut],
    ["browser_live_view_url", leftOut],
    ["replay_view_url", leftOut],
    ["env_vars", namesOnly],
  ]),
};

/** The redacted form of the value of a JSON text; the identical value when nothing was removed. Throws RangeError for a
 *  value nested deeper than 64 levels. */
export const visible = (json: string, value: unknown): unknown => redactJson(json, value, redaction);
