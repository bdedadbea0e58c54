export const sidebarStorageKey = "fleetdeck.sidebar";

/**
 * Inline script in the document's head: sets the stored sidebar state on <html> before the first paint. It
 * contains no quote, angle bracket or ampersand, because React escapes those in text.
 */
export const restoreSidebar = `try{document.documentElement.dataset.sidebar=localStorage.getItem(\`${sidebarStorageKey}\`)??\`open\`}catch{}`;
