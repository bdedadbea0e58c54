import type { Metadata } from "next";
import { SearchView } from "@/components/search/search-view";
import { pageTitles } from "../../page-messages.ts";

export const metadata: Metadata = { title: pageTitles.search };

export default function SearchPage() {
  return <SearchView />;
}
