// A browser as the inventory records it: fields of the API's resource, with the captured categories of telemetry as a list.
import * as z from "zod/mini";
import { type Browser, browser } from "../contract/browsers.ts";

const captured = z.array(z.string());

/** The recorded fields as the API's resource; undefined where there are none, or none that can be read. */
export function recordedBrowser(id: string, details: Readonly<Record<string, unknown>>): Browser | undefined {
  if (Object.keys(details).length === 0) return undefined;
  const { telemetry, ...fields } = details;
  const { data: categories } = captured.safeParse(telemetry);
  const config = categories && {
    browser: Object.fromEntries(categories.map((category) => [category, { enabled: true }])),
  };
  const read = browser.safeParse({ ...fields, session_id: id, telemetry: config });
  return read.success ? read.data : undefined;
}
