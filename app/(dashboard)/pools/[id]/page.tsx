import type { Metadata } from "next";
import { PoolView } from "@/components/pools/pool-view";

export const metadata: Metadata = { title: "Pool" };

export default async function PoolPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <PoolView idOrName={decodeURIComponent(id)} />;
}
