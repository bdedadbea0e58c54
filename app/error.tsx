"use client";

import { buttonClass } from "@/components/ui/button-class";
import { errorTexts } from "./page-messages.ts";

/** For an error of the store, by its code: the framework withholds the server's message. */
const storeMessage = errorTexts.databaseNotAnswering;

/** Depends on little: its scripts are loaded with every page. */
export default function PageError({
  error: { digest: code, message },
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const isOfStore = code?.startsWith("store_") === true;
  return (
    <main className="grid min-h-dvh place-content-center">
      <div role="alert" className="grid justify-items-center gap-2 px-4 py-12 text-center">
        <h1 className="font-medium text-bad">{errorTexts.pageNotShown}</h1>
        <p className="max-w-lg min-w-0 text-ink-2 break-words">
          {isOfStore ? storeMessage : code === undefined ? message : errorTexts.tryAgainOrLeave}
        </p>
        {code === undefined ? null : <p className="font-mono text-caption text-ink-2">{code}</p>}
        {/* What failed on the server is only read again by a load. */}
        <button
          type="button"
          className={buttonClass()}
          onClick={code === undefined ? reset : () => location.reload()}
        >
          {errorTexts.retry}
        </button>
      </div>
    </main>
  );
}
