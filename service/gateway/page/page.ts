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

/** Response headers of a page whose styles have this nonce; `sources`: what else its policy allows. */
export const pageHeaders = (nonce: string, sources: readonly string[]): PageAnswer["headers"] => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
});

export interface PageDelivery {
  page: () => Promise<PageAnswer>;
  ofProblem: (problem: Problem) => PageAnswer;
  /** Origins whose pages may show this one in a frame, as CSP sources. */
  frameOrigins: readonly string[];
}

/** Sends a page. A problem is sent as the page of `ofProblem` to clients that accept HTML. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, ofProblem, frameOrigins }: PageDelivery,
): Promise<FastifyReply> {
  const ancestors = frameOrigins.length > 0 ? frameOrigins.join(" ") : "'none'";
  const send = ({ html, headers }: PageAnswer, status: number) => {
    const policy = `${headers["content-security-policy"]}; frame-ancestors ${ancestors}`;
    return reply
      .code(status)
      .headers({ ...headers, "content-security-policy": policy })
      .send(html);
  };
  try {
    return send(await page(), 200);
  } catch (error) {
    if (!(error instanceof Problem) || !request.headers.accept?.includes("text/html")) throw error;
    return send(ofProblem(error), error.status);
  }
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => escapes[char] ?? "");
