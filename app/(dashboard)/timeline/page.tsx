import type { Metadata } from "next";
import { TimelineView } from "@/components/timeline/timeline-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.timeline };

export default function TimelinePage() {
  return <TimelineView />;
}
