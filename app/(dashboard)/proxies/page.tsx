import type { Metadata } from "next";
import { ProxiesView } from "@/components/proxies/proxies-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.proxies };

export default function ProxiesPage() {
  return <ProxiesView />;
}
