// Shared by the gateway's pages. Each page is a single response that loads nothing else.
import { readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "../../kernel/problem.ts";

export interface PageAnswer {
  html: string;
  headers: Readonly<Record<string, string>>;
}

const common = readFileSync(new URL("page.css", import.meta.url), "utf8");

/** The common style followed by the page's own, read from `own`. */
export const pageStyle = (own: URL): string => `${common}${readFileSync(own, "utf8")}`;

/** CSP sources that may embed our pages: everything served on this machine. */
const embedders = "'self' http://127.0.0.1:* http://localhost:* https://127.0.0.1:* https://localhost:*";

/** Response headers of a page whose styles have this nonce; `sources`: what else its policy allows. */
export const pageHeaders = (nonce: string, sources: readonly string[]): PageAnswer["headers"] => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${embedders}`,
  ].join("; "),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
});

/** Sends a page. A problem is sent as the page of `ofProblem` to clients that accept HTML. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: () => Promise<PageAnswer>,
  ofProblem: (problem: Problem) => PageAnswer,
): Promise<FastifyReply> {
  const send = ({ html, headers }: PageAnswer, status: number) =>
    reply.code(status).headers(headers).send(html);
  try {
    return send(await page(), 200);
  } catch (error) {
    if (!(error instanceof Problem) || !request.headers.accept?.includes("text/html")) throw error;
    return send(ofProblem(error), error.status);
  }
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => escapes[char] ?? "");
