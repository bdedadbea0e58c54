import type { InvocationCreate } from "@/lib/contract/invocations";

/** A text as one word of a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same request from a shell. The token is named, never written out. */
export function curlOf(baseUrl: string, body: InvocationCreate): string {
  return [
    "curl -sS -X POST",
    shellWord(`${baseUrl.replace(/\/+$/, "")}/invocations`),
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'Content-Type: application/json'",
    `--data-raw ${shellWord(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}
