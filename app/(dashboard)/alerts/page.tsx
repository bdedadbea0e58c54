import type { Metadata } from "next";
import { AlertsView } from "@/components/alerts/alerts-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.alerts };

export default function AlertsPage() {
  return <AlertsView />;
}
