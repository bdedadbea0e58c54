import type { Metadata } from "next";
import { Suspense } from "react";
import { BrowserWorkbench } from "@/components/browsers/browser-workbench";
import { SessionTimeProvider } from "@/components/browsers/session-time";

export const metadata: Metadata = { title: "Browser" };

export default async function BrowserPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Suspense>
      <SessionTimeProvider key={id}>
        <BrowserWorkbench id={decodeURIComponent(id)} />
      </SessionTimeProvider>
    </Suspense>
  );
}
