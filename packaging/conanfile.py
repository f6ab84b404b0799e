"""Not run. Conan 2: conan create packaging"""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain
from conan.tools.files import copy, load


class Headroom(ConanFile):
    name = "headroom"
    license = "BSL-1.0"
    description = "Planning of GPU clusters in constant expressions: what fits, and with how much room to spare"
    settings = "os", "compiler", "build_type", "arch"
    requires = "boost/1.83.0", "range-v3/0.12.0"
    generators = "CMakeDeps"
    no_copy_source = True

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "../include/headroom/version.hpp"))
        self.version = re.search(r'version = "([^"]+)"', text)[1]

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["HEADROOM_BUILD_PROGRAM"] = False
        toolchain.variables["HEADROOM_TESTING"] = False
        toolchain.generate()

    def package(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.install()

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
