import { connection } from "next/server";
import { buttonClass } from "@/components/ui/button-class";
import { withBasePath } from "@/lib/bff/base-path";

/** Rendered per request: a prerendered page would have no nonce for its scripts. */
export default async function NotFound() {
  await connection();
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 text-center">
      <h1 className="text-title font-semibold">Page not found</h1>
      <p className="text-ink-2">The link may be old, or the id may be incomplete.</p>
      {/* Not a Link: the scripts of this page are loaded with every other page. */}
      <a href={withBasePath("/")} className={buttonClass()}>
        Go to Overview
      </a>
    </main>
  );
}
