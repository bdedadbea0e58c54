import type { Metadata } from "next";
import { ProxiesView } from "@/components/proxies/proxies-view";

export const metadata: Metadata = { title: "Proxies" };

export default function ProxiesPage() {
  return <ProxiesView />;
}
