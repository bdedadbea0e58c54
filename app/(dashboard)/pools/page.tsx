import type { Metadata } from "next";
import { PoolsView } from "@/components/pools/list/pools-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.pools };

export default function PoolsPage() {
  return <PoolsView />;
}
