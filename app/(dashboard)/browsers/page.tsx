import type { Metadata } from "next";
import { BrowsersView } from "@/components/browsers/list/browsers-view";

export const metadata: Metadata = { title: "Browsers" };

export default function BrowsersPage() {
  return <BrowsersView />;
}
