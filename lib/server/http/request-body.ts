// Reads a request's body up to a limit, counted as it arrives, because a declared length may be wrong.
import { InvalidInput } from "../../contract/request.ts";
import { Problem } from "../kernel/problem.ts";

export const maxJsonBytes = 256 * 1024;
const maxDepth = 32;

const tooLarge = (maxBytes: number) =>
  new Problem(413, "body_too_large", `The body may have at most ${maxBytes} bytes.`);

/** The body as text; 413 above the limit, 400 when it is not UTF-8. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw tooLarge(maxBytes);
    }
    parts.push(part.value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new InvalidInput([{ path: "body", message: "is not valid UTF-8" }]);
  }
}

/** True when arrays and objects are nested deeper than allowed; counts brackets outside of strings. */
function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "[" || char === "{") {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (char === "]" || char === "}") depth -= 1;
  }
  return false;
}

/** The body as JSON, or undefined when there is none; 415 for another type, 400 when it does not parse. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request, maxJsonBytes);
  if (text === "") return undefined;
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new Problem(415, "unsupported_media_type", "Send the body as application/json.");
  }
  if (tooDeep(text)) throw new InvalidInput([{ path: "body", message: `is nested deeper than ${maxDepth}` }]);
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput([{ path: "body", message: "is not valid JSON" }]);
  }
}
