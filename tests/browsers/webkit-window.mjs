/**
 * Run by GJS: windows of WebKitGTK for its driver. WebKitGTK's own MiniBrowser forgets what the console says while it is
 * driven, because its pages are private; these write it to standard output.
 * Arguments: a folder for the profile, a script that every page runs before its own.
 */
import GLib from "gi://GLib";
import Gtk from "gi://Gtk?version=3.0";
import WebKit from "gi://WebKit2?version=4.1";

const [profile, script] = ARGV;

Gtk.init(null);
// Pages see that reduced motion is preferred.
Gtk.Settings.get_default().gtk_enable_animations = false;

const context = WebKit.WebContext.new_with_website_data_manager(
  new WebKit.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
  }),
);
context.set_automation_allowed(true);
const settings = new WebKit.Settings({ enable_write_console_messages_to_stdout: true });
const content = new WebKit.UserContentManager();
const { ALL_FRAMES } = WebKit.UserContentInjectedFrames;
const { START } = WebKit.UserScriptInjectionTime;
content.add_script(WebKit.UserScript.new(script, ALL_FRAMES, START, null, null));

function openWindow(view) {
  const window = new Gtk.Window({ default_width: 1440, default_height: 900 });
  window.add(view);
  window.show_all();
  view.connect("create", (opener) => openWindow(newView({ related_view: opener })));
  view.connect("close", () => window.destroy());
  return view;
}

const newView = (origin) =>
  new WebKit.WebView(Object.assign({ settings, user_content_manager: content }, origin));

context.connect("automation-started", (_context, session) => {
  session.connect("create-web-view", () =>
    openWindow(newView({ web_context: context, is_controlled_by_automation: true })),
  );
});
new GLib.MainLoop(null, false).run();
