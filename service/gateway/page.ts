// What the gateway's pages have in common. Each is one answer with everything in it; nothing is loaded from elsewhere.
import { readFileSync } from "node:fs";

export interface PageAnswer {
  html: string;
  headers: Readonly<Record<string, string>>;
}

const common = readFileSync(new URL("page.css", import.meta.url), "utf8");

/** The style of all pages and the page's own, which lies at `own`. */
export const pageStyle = (own: URL): string => `${common}${readFileSync(own, "utf8")}`;

/** Headers of a page under these directives of its Content-Security-Policy. */
export const pageHeaders = (policy: readonly string[]): PageAnswer["headers"] => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy.join("; "),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
});

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => escapes[char] ?? "");
