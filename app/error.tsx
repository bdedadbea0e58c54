"use client";

import { ErrorState } from "@/components/ui/error-state";

/** What to do, by the code of an error of the server, whose message the framework withholds. */
const messages: Readonly<Record<string, string>> = {
  store_unavailable: "The dashboard's database does not answer. Try again in a few seconds.",
};

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const { digest: code } = error;
  const shown = code === undefined ? error : { code, message: messages[code] ?? "This page failed." };
  return (
    <main className="grid min-h-dvh place-content-center">
      <ErrorState error={shown} title="This page failed" onRetry={reset} />
    </main>
  );
}
