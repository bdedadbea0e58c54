"use client";

import { ErrorState } from "@/components/ui/error-state";

export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const shown = error.digest === undefined ? error : { code: error.digest, message: "This page failed." };
  return (
    <main className="grid min-h-dvh place-content-center">
      <ErrorState error={shown} title="This page failed" onRetry={reset} />
    </main>
  );
}
