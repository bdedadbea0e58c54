import type { InvocationCreate } from "@/lib/contract/invocations";

/** Quotes a text as one POSIX shell word. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request as a shell command. The token is a variable, never a literal. */
export function curlOf(baseUrl: string, body: InvocationCreate): string {
  return [
    "curl -sS -X POST",
    shellWord(`${baseUrl.replace(/\/+$/, "")}/invocations`),
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'Content-Type: application/json'",
    `--data-raw ${shellWord(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}
