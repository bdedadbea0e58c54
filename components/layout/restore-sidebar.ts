export const sidebarStorageKey = "fleetdeck.sidebar";

/** Inline script of the document's head: puts the remembered width on <html> before the first paint. It holds no
 *  quote, angle bracket or ampersand, for React escapes those in text. */
export const restoreSidebar = `try{document.documentElement.dataset.sidebar=localStorage.getItem(\`${sidebarStorageKey}\`)??\`open\`}catch{}`;
