//! Makes room for the portal's files, which the binary embeds: without a built portal the folder
//! is empty, and the server says so in words.

fn main() {
    println!("cargo:rerun-if-changed=portal/dist");
    println!("cargo:rerun-if-changed=migrations");
    if let Err(why) = std::fs::create_dir_all("portal/dist") {
        println!("cargo:warning=portal/dist cannot be made: {why}");
    }
}
