"use client";

import { ErrorState } from "@/components/ui/error-state";

/** For an error of the store, by its code: the framework withholds the server's message. */
const storeMessage = "The dashboard's database cannot be used. Try again in a few seconds.";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const { digest: code } = error;
  const shown =
    code === undefined
      ? error
      : { code, message: code.startsWith("store_") ? storeMessage : "This page failed." };
  return (
    <main className="grid min-h-dvh place-content-center">
      <ErrorState error={shown} title="This page failed" onRetry={reset} />
    </main>
  );
}
