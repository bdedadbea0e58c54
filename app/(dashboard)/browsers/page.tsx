import type { Metadata } from "next";
import { BrowsersView } from "@/components/browsers/list/browsers-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.browsers };

export default function BrowsersPage() {
  return <BrowsersView />;
}
