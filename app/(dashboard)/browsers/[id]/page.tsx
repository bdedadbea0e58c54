import type { Metadata } from "next";
import { Suspense } from "react";
import { BrowserWorkbench } from "@/components/browsers/browser-workbench";
import { SessionTimeProvider } from "@/components/browsers/session-time";
import { tabTitle } from "@/components/layout/tab-title";

type Props = { params: Promise<{ id: string }> };

/** Tabs of several of them must be told apart. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: tabTitle("Browser", id) };
}

export default async function BrowserPage({ params }: Props) {
  const { id } = await params;
  return (
    <Suspense>
      <SessionTimeProvider key={id}>
        <BrowserWorkbench id={decodeURIComponent(id)} />
      </SessionTimeProvider>
    </Suspense>
  );
}
