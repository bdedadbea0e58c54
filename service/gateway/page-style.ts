// The style of the gateway's pages, put into each answer: they load nothing.
import { readFileSync } from "node:fs";

const common = readFileSync(new URL("page.css", import.meta.url), "utf8");

/** What all pages have in common and what is the page's own, which lies at `own`. */
export const pageStyle = (own: URL): string => `${common}${readFileSync(own, "utf8")}`;
