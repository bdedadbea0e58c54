import type { Metadata } from "next";
import { OverviewView } from "@/components/overview/overview-view";
import { pageTitles } from "../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.overview };

export default function OverviewPage() {
  return <OverviewView />;
}
