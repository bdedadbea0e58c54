import type { Metadata } from "next";
import { connection } from "next/server";
import { buttonClass } from "@/components/ui/button-class";
import { withBasePath } from "@/lib/bff/base-path";
import { notFoundTexts, pageTitles } from "./page-messages.ts";

export const metadata: Metadata = { title: pageTitles.pageNotFound };

/** Rendered per request: a prerendered page would have no nonce for its scripts. */
export default async function NotFound() {
  await connection();
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 text-center">
      <h1 className="text-title font-semibold">{pageTitles.pageNotFound}</h1>
      <p className="text-ink-2">{notFoundTexts.linkMayBeOld}</p>
      {/* Not a Link: the scripts of this page are loaded with every other page. */}
      <a href={withBasePath("/")} className={buttonClass()}>
        {notFoundTexts.goToOverview}
      </a>
    </main>
  );
}
