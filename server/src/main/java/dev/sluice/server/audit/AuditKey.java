package dev.sluice.server.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.server.audit.PublishedHead.Publication;
import dev.sluice.server.config.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// The key with which a node signs the heads of the ledger: Ed25519, in a file for its owner only,
/// never in the database. Its public half stands in a file beside it, to be copied to whoever
/// audits.
final class AuditKey {

    static final String NAME = "audit-key";
    static final String PUBLIC_NAME = "audit-key.pub";

    private static final String ALGORITHM = "Ed25519";

    private final PrivateKey key;

    private AuditKey(PrivateKey key) {
        this.key = key;
    }

    /// The key in this folder, which is made if it is not there.
    static AuditKey open(Path folder) {
        var file = folder.resolve(NAME);
        try {
            if (!Files.exists(file)) make(folder);
            var bytes = Base64.getDecoder().decode(Files.readString(file).strip());
            var factory = KeyFactory.getInstance(ALGORITHM);
            return new AuditKey(factory.generatePrivate(new PKCS8EncodedKeySpec(bytes)));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new StartFailure(
                    "Cannot read or write the key %s. Check its permissions, or put it back."
                            .formatted(file));
        }
    }

    /// A public key from its file.
    static PublicKey readPublic(Path file) {
        try {
            var bytes = Base64.getDecoder().decode(Files.readString(file).strip());
            return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(bytes));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new StartFailure("There is no readable public key in %s.".formatted(file));
        }
    }

    PublishedHead sign(Publication publication) {
        try {
            var signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(publication.text().getBytes(UTF_8));
            return new PublishedHead(publication, signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean isSigned(PublishedHead head, PublicKey by) {
        try {
            var signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(by);
            signature.update(head.publication().text().getBytes(UTF_8));
            return signature.verify(head.signature());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /// The public half first: a key that is there always has one.
    private static void make(Path folder) throws IOException, GeneralSecurityException {
        var pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        var base64 = Base64.getEncoder();
        Files.writeString(
                folder.resolve(PUBLIC_NAME),
                base64.encodeToString(pair.getPublic().getEncoded()) + "\n");
        var file = folder.resolve(NAME);
        var mode =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix) Files.createFile(file, mode);
        else Files.createFile(file);
        Files.writeString(file, base64.encodeToString(pair.getPrivate().getEncoded()) + "\n");
    }
}
