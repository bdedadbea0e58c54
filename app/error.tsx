"use client";

import { ErrorState } from "@/components/ui/error-state";

/** What to do, by the code of an error of the server, whose message the framework withholds. */
const messages: Readonly<Record<string, string>> = {
  store_unavailable: "The dashboard's database does not answer. Try again in a few seconds.",
  store_full: "The disk of the dashboard's database is full. Free space on it, then try again.",
  store_missing: "The dashboard's database is missing. Put it back, or restart the dashboard.",
  store_read_only: "The dashboard may not write to its database. Give its user the right to write to it.",
  store_damaged: "The dashboard's database is damaged. Stop the dashboard and restore a backup.",
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
