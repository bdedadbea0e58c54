import type { Metadata } from "next";
import { Suspense } from "react";
import { PoolsView } from "@/components/pools/pools-view";

export const metadata: Metadata = { title: "Pools" };

export default function PoolsPage() {
  return (
    <Suspense>
      <PoolsView />
    </Suspense>
  );
}
