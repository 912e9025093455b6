set(CPACK_PACKAGE_NAME tidemark)
set(CPACK_PACKAGE_VENDOR Tidemark)
set(CPACK_PACKAGE_CONTACT "The Tidemark authors <tidemark@tidemark.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
    "Tidemark opens profiles and compiled programs of XLA (xplane.pb, hlo_proto.pb) and shows, step by step \
in program order, which buffers fill the accelerator's memory: in a window, and on the command line as text, \
JSON or CSV.")
set(CPACK_PACKAGE_INSTALL_DIRECTORY tidemark)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_GENERATOR DEB TGZ)
# The programs, without the component of the library. Files without a component belong to this one.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};${PROJECT_NAME};Unspecified;/")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Libraries that are loaded at run time, which no linker sees: SVG icons and the Wayland window.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libqt6svg6, qt6-wayland, shared-mime-info, desktop-file-utils")

include(CPack)
