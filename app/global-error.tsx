"use client";

import "./globals.css";
import { globalErrorTexts } from "./page-messages.ts";

/** Replaces the whole document, so it depends on the style sheet only. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 text-center">
          <h1 className="text-title font-semibold">{globalErrorTexts.pageNotShown}</h1>
          <p className="text-ink-2">
            {error.digest === undefined ? "" : globalErrorTexts.code(error.digest)}
          </p>
          <button
            type="button"
            className="rounded-md border border-line-strong px-3 py-1.5"
            onClick={() => location.reload()}
          >
            {globalErrorTexts.retry}
          </button>
        </main>
      </body>
    </html>
  );
}
