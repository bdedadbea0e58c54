import type { Metadata } from "next";
import { PoolView } from "@/components/pools/pool-view";
import { pageTitles } from "../../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.pool };

export default async function PoolPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <PoolView idOrName={decodeURIComponent(id)} />;
}
