"use client";

import { type ReactNode, useEffect, useState } from "react";
import { readFailure } from "@/lib/format/error-message";
import { proveAtProvider } from "@/lib/queries/sign-in";
import { reportProof } from "./proof-channel.ts";
import { confirmViewTexts } from "./sign-in-messages.ts";

function Window({ children }: { children: ReactNode }) {
  return <main className="grid min-h-dvh place-items-center bg-bg px-4 py-12 text-center">{children}</main>;
}

/** In a window of its own: leads to the provider, which asks who the operator is again. */
export function ConfirmView({ provider }: { provider: string }) {
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    proveAtProvider().then(
      (url) => window.location.replace(url),
      (error: unknown) => setFailure(readFailure(error).message),
    );
  }, []);
  return (
    <Window>
      {failure === undefined ? <p>{confirmViewTexts.goingTo(provider)}</p> : <p role="alert">{failure}</p>}
    </Window>
  );
}

/** What the provider leads back to: reports to the page that opened it, and closes the window where the browser lets it. */
export function ConfirmedView({ failure }: { failure: string | undefined }) {
  useEffect(() => {
    reportProof(failure === undefined);
    if (failure === undefined) window.close();
  }, [failure]);
  return (
    <Window>
      {failure === undefined ? <p>{confirmViewTexts.confirmed}</p> : <p role="alert">{failure}</p>}
    </Window>
  );
}
