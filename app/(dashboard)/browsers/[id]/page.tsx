import type { Metadata } from "next";
import { SessionTimeProvider } from "@/components/browsers/list/session-time";
import { BrowserWorkbench } from "@/components/browsers/workbench/browser-workbench";
import { tabTitle } from "@/components/layout/tab-title";
import { pageTitles } from "../../../page-messages.ts";

type Props = { params: Promise<{ id: string }> };

/** The id in the title distinguishes several tabs. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  return { title: tabTitle(pageTitles.browser, id) };
}

export default async function BrowserPage({ params }: Props) {
  const { id } = await params;
  return (
    <SessionTimeProvider key={id}>
      <BrowserWorkbench id={decodeURIComponent(id)} />
    </SessionTimeProvider>
  );
}
