//! Creates the folder of the portal's files, which the binary embeds. If the portal is not built,
//! the folder is empty and the server answers with a page that says so.

fn main() {
    println!("cargo:rerun-if-changed=portal/dist");
    println!("cargo:rerun-if-changed=migrations");
    if let Err(why) = std::fs::create_dir_all("portal/dist") {
        println!("cargo:warning=portal/dist cannot be made: {why}");
    }
}
